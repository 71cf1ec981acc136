import { labelOf } from '@tradepost/sealing/key-log/label';
import { expose } from 'comlink';
import './transfer';

expose(labelOf);
