/* Loaded before a command line whose memory a test bounds: writes its peak, in bytes, to the file PEAK_FILE names. */
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024)));
