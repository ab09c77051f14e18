"""Restructures tables, as scaled columns of one structure."""

from scaling import Scaling


class Table(Scaling):
    def __init__(self, rows):
        super().__init__(2.0)
        self.rows = rows
