"""Online play of train board games: a rules referee, a lobby, bots and the clients that join them."""
