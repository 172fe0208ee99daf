#!/bin/sh
# Backs up PostgreSQL, the files and the keys. The operator's guide ("Backups") says when to run what.
#   backup.sh wal PATH NAME   keeps a finished segment of the log, as PostgreSQL's archive_command
#   backup.sh base            copies the database as it is now, and prints the folder of the copy
#   backup.sh storage         copies files that are new in the bucket, and deletes none
#   backup.sh keys            writes the secrets that a restore needs to $KEYS_DIR
#   backup.sh prune           keeps the newest $BACKUP_KEEP (7) copies, and the log from the oldest on
# BACKUP_DIR is a folder on another disk or machine. BACKUP_URL is the address of PostgreSQL for a user
# that may replicate; without it libpq's variables apply (PGHOST, PGUSER).
set -eu
umask 077
: "${BACKUP_DIR:?names the folder of the backups}"

case "${1:-}" in
wal)
  to=$BACKUP_DIR/wal/$3
  mkdir -p "$BACKUP_DIR/wal"
  # PostgreSQL repeats what it is not sure of: the same bytes are fine, others must never be replaced.
  if [ -e "$to" ]; then exec cmp -s "$2" "$to"; fi
  cp "$2" "$to.half"
  sync "$to.half"
  mv "$to.half" "$to"
  sync "$BACKUP_DIR/wal"
  ;;
base)
  name=$(date -u +%Y%m%dT%H%M%SZ)
  half=$BACKUP_DIR/base/.$name
  trap 'rm -rf "$half"' EXIT
  trap 'exit 1' HUP INT TERM
  mkdir -p "$BACKUP_DIR/base"
  pg_basebackup ${BACKUP_URL:+"--dbname=$BACKUP_URL"} --pgdata="$half" --label="renban $name" \
    --format=tar --compress=1 --wal-method=stream --checkpoint=fast --no-password
  date -u +%Y%m%dT%H%M%SZ >"$half/finished"
  mv "$half" "$BACKUP_DIR/base/$name"
  sync "$BACKUP_DIR/base"
  echo "$BACKUP_DIR/base/$name"
  ;;
storage)
  export RCLONE_CONFIG_RENBAN_TYPE=s3 RCLONE_CONFIG_RENBAN_PROVIDER=Other \
    RCLONE_CONFIG_RENBAN_ENDPOINT="$S3_ENDPOINT" RCLONE_CONFIG_RENBAN_REGION="$S3_REGION" \
    RCLONE_CONFIG_RENBAN_ACCESS_KEY_ID="$S3_ACCESS_KEY_ID" \
    RCLONE_CONFIG_RENBAN_SECRET_ACCESS_KEY="$S3_SECRET_ACCESS_KEY"
  rclone copy --update --use-server-modtime "renban:$S3_BUCKET" "${STORAGE_BACKUP:-$BACKUP_DIR/storage}"
  ;;
keys)
  : "${KEYS_DIR:?names a folder apart from the backups}"
  case "$KEYS_DIR/" in
  "$BACKUP_DIR"/*) echo 'KEYS_DIR is within BACKUP_DIR: who has both can decrypt everything' >&2; exit 1 ;;
  esac
  mkdir -p "$KEYS_DIR"
  to=$KEYS_DIR/keys-$(date -u +%Y%m%dT%H%M%SZ).env
  for name in SECRET KEY_RING DOWNLOAD_CERTIFICATES DOWNLOAD_KEY; do
    eval "value=\${$name:?is missing}"
    printf '%s=%s\n' "$name" "$value"
  done >"$to"
  for name in LOG_KEY VAPID_PUBLIC_KEY VAPID_PRIVATE_KEY MEDIA_SECRET DRM_KEY_ID DRM_KEY; do
    eval "value=\${$name:-}"
    if [ -n "$value" ]; then printf '%s=%s\n' "$name" "$value" >>"$to"; fi
  done
  echo "$to"
  ;;
prune)
  cd "$BACKUP_DIR/base"
  # Copies that were killed a day ago or longer; a younger one may be on its way.
  find . -maxdepth 1 -name '.?*' -mtime +0 -exec rm -r {} +
  ls -1 | sort -r | tail -n "+$((${BACKUP_KEEP:-7} + 1))" | while read -r old; do rm -r "$old"; done
  oldest=$(ls -1 | sort | head -n 1)
  # The archive has a file for each copy, named after the first segment that it needs.
  first=$(grep -l "LABEL: renban $oldest" "$BACKUP_DIR"/wal/*.backup)
  pg_archivecleanup "$BACKUP_DIR/wal" "$(basename "$first")"
  ;;
*)
  sed -n '2,8s/^# //p' "$0" >&2
  exit 2
  ;;
esac
