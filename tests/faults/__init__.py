"""What holds while things break. Not part of `make test`: `make faults` runs it, for as long as it takes."""
