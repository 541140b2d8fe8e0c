#!/bin/sh
# Copies the database pix_gateway into BACKUP_DIR, at once and then once a day, and keeps the newest
# BACKUP_KEEP copies. With the word "once" it ends after one copy. The variables of PostgreSQL's
# programs (PGHOST, PGUSER, PGPASSWORD) say where the database is. docs/operating/containers.md says
# how to restore a copy.
set -eu
umask 077
cd "$BACKUP_DIR"
while true; do
  # A copy has this name until it is whole; one of more than a day ago was interrupted.
  find . -maxdepth 1 -name '*.part' -mtime +1 -delete
  name="pix_gateway-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  pg_dump --format=custom --file="$name.part" "${PGDATABASE:-pix_gateway}"
  mv "$name.part" "$name"
  echo "$name"
  # Their names sort by time.
  ls ./*.dump | sort -r | tail -n "+$((${BACKUP_KEEP:-7} + 1))" | xargs -r rm --
  [ "${1:-}" != once ] || exit 0
  sleep 86400
done
