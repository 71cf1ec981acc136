import { setFlagsFromString } from 'node:v8';

/*
 * Keeps V8's young generation at its first size: a larger one, of up to 32 MB, is collected less often, and with it the buffers that a transfer
 * has used. The import of this file must be the first one, because loading the program makes it grow.
 */
setFlagsFromString('--semi-space-growth-factor=1');
