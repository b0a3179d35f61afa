#!/bin/sh
# Renders one scene or photo: art/make.sh <name> <folder> [preview|final] [samples]
# -> <folder>/backdrops/<scene>.png (1920 x 1280) or <folder>/photos/<name>.jpg (3000 x 2250); a preview takes 20 s.
set -e
name=$1 folder=$(mkdir -p "$2" && cd "$2" && pwd) mode=${3:-final}
cd "$(dirname "$0")"
mkdir -p "$folder/linear" "$folder/preview" "$folder/backdrops" "$folder/photos"
if [ -n "$PYTHON" ]; then render="$PYTHON make.py --"; else render="blender -b -P make.py --"; fi
nice -n 15 $render "$name" "$folder/linear" "$mode" $4 2>&1 | grep -E "DONE|Error|error|Traceback|File|line"
case "$name" in
  photo*) post=post_photo.py picture=photos/$name.jpg ;;
  *) post=post.py picture=backdrops/$name.png ;;
esac
if [ "$mode" = preview ]; then
  nice -n 15 "${PYTHON:-/usr/bin/python3}" $post "$folder/linear/$name" "$folder/preview/$name.png" 960
else
  nice -n 15 "${PYTHON:-/usr/bin/python3}" $post "$folder/linear/$name" "$folder/$picture"
fi
