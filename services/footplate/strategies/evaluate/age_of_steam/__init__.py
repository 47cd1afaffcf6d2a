"""What makes a position of Age of Steam good.

`evaluation` is the entry: it asks the module of the phase for the options, and judges positions by money (`money`) and
by the deliveries that the network still promises (`network`, `prospects`). Track is planned as whole links (`search`,
`projects`); the money phases and the choice of an action are judged by what they add to those plans.
"""
