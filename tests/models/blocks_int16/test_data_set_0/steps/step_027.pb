Bscores_codesJ
æŸ\Q¾ƒ±,¦6