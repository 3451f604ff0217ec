BscoresJ5
?ÍHÑ¿¢,‡¿