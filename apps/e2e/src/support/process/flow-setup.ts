import { stopSharedTopologies } from '../topology';

// for the servers and command lines that a test starts
process.env.NODE_OPTIONS = `--require ${require.resolve('@tradepost/testing/preload/lowest-hash-costs')}`;

afterAll(stopSharedTopologies);
