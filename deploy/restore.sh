#!/bin/sh
# Restores what backup.sh wrote. Starts nothing, and overwrites nothing.
#   restore.sh database FOLDER [TIME]   makes the folder of a PostgreSQL from the newest copy finished by TIME
#                                       and the log, up to TIME ('2026-11-27 06:00:00+00') or as far as the log goes
#   restore.sh storage                  copies files that the bucket lacks back to it
# BASE names another copy.
set -eu
umask 077
: "${BACKUP_DIR:?names the folder of the backups}"

case "${1:-}" in
database)
  to=${2:?names the new folder}
  until=${3:-}
  if [ -n "${BASE:-}" ]; then
    base=$BASE
  else
    last=$(date -u -d "${until:-now}" +%Y%m%dT%H%M%SZ)
    base=
    for copy in "$BACKUP_DIR"/base/*; do
      # Copies of before this file was written count from when they began.
      finished=$(cat "$copy/finished" 2>/dev/null || basename "$copy")
      if expr "$finished" "<=" "$last" >/dev/null; then base=$copy; fi
    done
  fi
  mkdir -p "$to"
  if [ -n "$(ls -A "$to")" ]; then echo "$to is not empty" >&2; exit 1; fi
  if [ -z "$base" ]; then echo "no copy was finished by ${until:-now}" >&2; exit 1; fi
  chmod 700 "$to"
  tar -xzf "$base/base.tar.gz" -C "$to"
  tar -xzf "$base/pg_wal.tar.gz" -C "$to/pg_wal"
  pg_verifybackup --no-parse-wal --quiet --manifest-path="$base/backup_manifest" "$to"
  {
    echo "restore_command = 'cp \"$BACKUP_DIR/wal/%f\" \"%p\"'"
    echo "recovery_target_action = promote"
    echo "archive_mode = off # a trial must not write to the archive: remove this line to go on for good"
    if [ -n "$until" ]; then echo "recovery_target_time = '$until'"; fi
  } >>"$to/postgresql.auto.conf"
  touch "$to/recovery.signal"
  echo "Start PostgreSQL on $to, then: npm run books"
  ;;
storage)
  export RCLONE_CONFIG_RENBAN_TYPE=s3 RCLONE_CONFIG_RENBAN_PROVIDER=Other \
    RCLONE_CONFIG_RENBAN_ENDPOINT="$S3_ENDPOINT" RCLONE_CONFIG_RENBAN_REGION="$S3_REGION" \
    RCLONE_CONFIG_RENBAN_ACCESS_KEY_ID="$S3_ACCESS_KEY_ID" \
    RCLONE_CONFIG_RENBAN_SECRET_ACCESS_KEY="$S3_SECRET_ACCESS_KEY"
  rclone copy --ignore-existing "${STORAGE_BACKUP:-$BACKUP_DIR/storage}" "renban:$S3_BUCKET"
  ;;
*)
  sed -n '3,7s/^# //p' "$0" >&2
  exit 2
  ;;
esac
