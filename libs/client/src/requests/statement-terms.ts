import { toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import type { SetTerms } from '@tradepost/sealing/grant-layout';

/** What a receiver states about the sender's ledger and the key log with a request. */
export interface ReceiverKnowledge {
  /** Head of the sender's ledger in the newest grants from this sender, 32 bytes. */
  senderHead: Bytes;
  /** The newest checkpoint of the key log that this device has verified. */
  checkpoint: string;
}

/** What a sender states about the own ledger and the key log with grants. */
export interface SenderKnowledge {
  /** Head of the ledger after the entry of these grants, 32 bytes. */
  ledgerHead: Bytes;
  /** As `ReceiverKnowledge`. */
  checkpoint: string;
}

/** The terms of grants that are signed now. */
export const termsOf = ({ ledgerHead, checkpoint }: SenderKnowledge): SetTerms => ({
  timeMs: Date.now(),
  ledgerHead: toBase64url(ledgerHead),
  checkpoint,
});
