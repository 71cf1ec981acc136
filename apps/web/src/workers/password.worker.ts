import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { expose } from 'comlink';
import './transfer';

expose(passwordWork);
