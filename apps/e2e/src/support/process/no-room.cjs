/* A disk that is full after a megabyte: loaded before the program. */
const fs = require('node:fs');

const room = 1024 * 1024;
let written = 0;

for (const name of ['write', 'writev']) {
  const real = fs[name];
  fs[name] = (fd, data, ...rest) => {
    const bytes = Array.isArray(data) ? data.reduce((sum, { length }) => sum + length, 0) : data.length;
    if (fd > 2) written += bytes;
    if (fd <= 2 || written <= room) return real(fd, data, ...rest);
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
      errno: -28,
    });
    process.nextTick(rest.at(-1), error);
  };
}
