/* Loaded before a command line: writes the peak of its memory, in bytes, to the file that PEAK_FILE names. */
const { readFileSync, writeFileSync } = require('node:fs');

/** Since its program was loaded. Node's maxRSS also counts what its parent had when it was started. */
const peakKilobytes = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);

process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(peakKilobytes() * 1024)));
