package pixgateway

// Version é a versão do SDK, e a do gateway que o entrega.
const Version = "0.5.0-dev"
