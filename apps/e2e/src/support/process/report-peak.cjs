/* Loaded before a command line: writes the peak of its memory, in bytes, to the file that PEAK_FILE names. */
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024)));
