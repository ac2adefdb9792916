#!/usr/bin/env bash
# Builds the image of deploy/Dockerfile without Docker and without a registry of images: the base that the Dockerfile
# asks for is made of Debian's packages here.
#
#   deploy/build-image.sh                         localhost/auskunft:latest
#   deploy/build-image.sh -t auskunft:1.2         another name
#   deploy/build-image.sh -o auskunft.tar         also as an OCI archive
#   deploy/build-image.sh --build-arg LOCK=requirements-extras.lock     further words go to `buildah build`
#
# On Debian, as root: apt-get install buildah mmdebstrap. The packages come from where this machine's apt and pip get
# theirs; the image keeps the addresses of apt, and nothing of pip.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Nothing here needs namespaces of its own, which containers and small virtual machines often may not make.
export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}
base=auskunft-base venv=/opt/venv certificates=/etc/ssl/certs/ca-certificates.crt
tag=auskunft:latest archive= further=() own=()

say() { printf '%s\n' "$*" >&2; }

while [ $# -gt 0 ]; do
  case $1 in
    -t) tag=${2:?-t needs a name}; shift 2 ;;
    -o) archive=${2:?-o needs a file}; shift 2 ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit ;;
    *) further+=("$1"); shift ;;
  esac
done

for program in buildah mmdebstrap; do
  command -v "$program" >/dev/null || { say "$program is missing. On Debian: apt-get install buildah mmdebstrap"; exit 1; }
done
[ "$(id -u)" = 0 ] || { say "Making the base needs root: run this with sudo."; exit 1; }
[ -z "$archive" ] || [ -d "$(dirname "$archive")" ] || { say "There is no folder $(dirname "$archive")."; exit 1; }

folder=$(mktemp -d)
container=
clean_up() {
  rm -rf "$folder"
  [ -z "$container" ] || buildah rm "$container" >/dev/null
}
trap clean_up EXIT

# Debian's own Python wants its packages in a virtual environment; first on PATH, it is the Python of the Dockerfile.
make_base() {
  local sources=()
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
    [ ! -s "$list" ] || sources+=("$list")
  done
  say "Making the base of Debian's packages (a minute or two)"
  mmdebstrap --quiet --variant=minbase --include=python3,python3-venv,ca-certificates \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$folder/root.tar" "${sources[@]}"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$folder/root.tar" / >/dev/null
  rm "$folder/root.tar"
  buildah run "$container" -- python3 -m venv "$venv"
  buildah config --env "PATH=$venv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$container"
  buildah commit --quiet "$container" "$base" >/dev/null
}

# What pip needs to know on this machine is lent to the build and does not stay in the image.
lend() { [ ! -e "$1" ] || own+=(--volume "$(readlink -f "$1"):$2:ro"); }

make_base
lend "$certificates" "$certificates"
lend "${PIP_CONFIG_FILE:-/etc/pip.conf}" /etc/pip.conf
say "Building $tag (a few minutes)"
buildah build --quiet --from "localhost/$base" --file deploy/Dockerfile --ignorefile deploy/Dockerfile.dockerignore \
  "${own[@]}" --tag "$tag" "${further[@]}" . >/dev/null
[ -z "$archive" ] || buildah push --quiet "$tag" "oci-archive:$archive:$tag"
say "Built $tag${archive:+, also as $archive}."
