"""Pure rules of the games: functions of values, no I/O, no clock, no hidden randomness."""
