BfeaturesJ8Ë
?tDl¿èa?¬üã?‹î>¬#A¿