#!/usr/bin/env bash
# The tests on the oldest and the newest versions of Python and Sphinx that can be had here.
#   bash tests/matrix.sh          all rows
#   bash tests/matrix.sh lowest   one row
set -euo pipefail
cd "$(dirname "$0")/.."

# name: Python version, then the packages that are pinned
rows=(
  "lowest:3.10:sphinx==7.4.7 docutils==0.20.1 myst-parser==3.0.1 sphinx-design==0.6.1 PyYAML==6.0.1"
  "middle:3.11:sphinx==8.2.3 docutils==0.21.2 myst-parser==4.0.1"
  "newest-3.11:3.11:sphinx docutils myst-parser"
  "newest-3.12:3.12:sphinx docutils myst-parser"
  "newest:3.13:sphinx docutils myst-parser"
)

# A Python of that version: on the path, or one of pyenv's.
find_python() {
  local found
  for found in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
    if "$found" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
      echo "$found"
      return
    fi
  done
}

for row in "${rows[@]}"; do
  IFS=: read -r name version packages <<<"$row"
  if [[ $# -gt 0 && "$1" != "$name" ]]; then continue; fi
  python=$(find_python "$version")
  if [[ -z "$python" && $# -gt 0 ]]; then
    echo "== $name: no Python $version here, with $(python3 --version) instead"
    python=python3
  elif [[ -z "$python" ]]; then
    echo "== $name: no Python $version here, skipped"
    continue
  fi
  echo "== $name: Python $version, $packages"
  venv=".venv-$name"
  "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --upgrade pip
  # shellcheck disable=SC2086
  "$venv/bin/python" -m pip install --quiet --editable ".[test]" $packages
  "$venv/bin/python" -m pip list 2>/dev/null | grep -Ei '^(sphinx|docutils|myst-parser) '
  "$venv/bin/python" -m pytest -n auto tests
done
