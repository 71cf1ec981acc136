import { stopSharedTopologies } from './topology';

afterAll(stopSharedTopologies);
