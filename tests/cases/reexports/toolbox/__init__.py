from .control import *
from .control import limit as clip
from .random import normal

__all__ = ["clip", "normal", "saturate"]
