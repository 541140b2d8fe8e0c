#!/bin/sh
# Writes new secrets for compose.yaml into .env, and replaces none. Keep a copy of ENCRYPTION_KEY
# apart: without it the stored secrets of merchants are lost.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo "make-secrets.sh: .env exists already" >&2
  exit 1
fi
umask 077
{
  for name in POSTGRES_PASSWORD PIX_OWNER_PASSWORD PIX_GATEWAY_PASSWORD; do
    echo "$name=$(openssl rand -hex 24)"
  done
  echo "ENCRYPTION_KEY=$(openssl rand -base64 32)"
} > .env.new
mv .env.new .env
