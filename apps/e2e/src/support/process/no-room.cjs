/* A disk that is full after a megabyte: loaded before the program. */
const { open } = require('node:fs/promises');

const room = 1024 * 1024;
let written = 0;

void open(process.execPath).then((handle) => {
  const files = Object.getPrototypeOf(handle);
  const real = files.write;
  files.write = async function (data, ...rest) {
    written += data.length;
    if (written <= room) return Reflect.apply(real, this, [data, ...rest]);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
      errno: -28,
    });
  };
  return handle.close();
});
