module pix-gateway.internal/sdk

go 1.24
