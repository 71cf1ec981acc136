import { join } from 'node:path';
import { stopSharedTopologies } from '../topology';

// for the servers and command lines that a test starts
process.env.NODE_OPTIONS = `--require ${join(__dirname, 'lowest-hash-costs.cjs')}`;

afterAll(stopSharedTopologies);
