from .dense import dense
