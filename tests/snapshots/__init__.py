"""What jaxlint says of every case, word for word: a text file for each, beside this one."""
