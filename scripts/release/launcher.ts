import { commands } from '#scripts/setup/commands.js'
import { product } from '#scripts/setup/product.js'

/**
 * Returns `bin/moviebox` of an archive: the equivalent of `npm start` and the commands in a checkout, for a shell without other programs. The
 * archive's folder need not be writable; `CACHE_DIRECTORY` is systemd's. On a machine with `readlink`, the script may also be called through a link.
 */
export const launcher = (version: string): string => `#!/bin/sh
file=$0
while [ -L "$file" ] && link=$(readlink "$file" 2>/dev/null); do
  case $link in
  /*) file=$link ;;
  *) file=\${file%/*}/$link ;;
  esac
done
home=$(CDPATH= cd -P "\${file%/*}/.." && pwd -P) || exit 1
command=\${1-start}
[ $# -eq 0 ] || shift
export MOVIEBOX="$0"
export LD_LIBRARY_PATH="$home/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE-\${CACHE_DIRECTORY-$home/cache}}"
case $command in
start)
${Object.entries(product.env)
  .map(([name, value]) => `  export ${name}=${value}\n`)
  .join('')}  exec "$home/bin/node" ${product.flags.join(' ')} "$home/app/server/built.cjs" ;;
${Object.entries(commands)
  .map(([name, words]) => `${name}) exec "$home/bin/node" "$home/app/${words.join('" "')}" "$@" ;;\n`)
  .join('')}version) echo "MovieBox ${version}" ;;
*)
  echo "MovieBox ${version}: use one of start, ${Object.keys(commands).join(', ')}, version." >&2
  exit 1 ;;
esac
`
