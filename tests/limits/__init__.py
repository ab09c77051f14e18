"""Sources of any size, made to cost much: work may grow as fast as they do, and no faster."""
