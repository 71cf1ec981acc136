import { setFlagsFromString } from 'node:v8';

/*
 * A transfer leaves garbage that V8 would collect late: its young generation grows to 32 MB, and the old one to several times what is in use
 * (50 MB more after 30 GB). The import of this file must be the first one, because loading the program makes the young generation grow.
 */
for (const flag of ['--semi-space-growth-factor=1', '--optimize-for-size']) setFlagsFromString(flag);
