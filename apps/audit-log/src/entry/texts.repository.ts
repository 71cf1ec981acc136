import { Injectable } from '@nestjs/common';
import type { PersonalText } from '@tradepost/proofs/personal-text';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { EntryTextRow, type EntryRow } from './audit.entity';

/** An entry with its personal texts; null for an erased one. */
export type OpenEntry = EntryRow & { texts: (PersonalText | null)[] };

@Injectable()
export class TextsRepository {
  /** Adds the personal texts to the entries. An entry lacks a text only if someone removed its row. */
  async open(tx: Tx, entries: EntryRow[]): Promise<OpenEntry[]> {
    const rows = await sql(tx)
      .createQueryBuilder(EntryTextRow, 't')
      .where('t.entryId = ANY(:ids)', { ids: entries.map(({ id }) => id) })
      .orderBy('t.place')
      .getMany();
    const textsOf = new Map<string, (PersonalText | null)[]>();
    for (const { entryId, salt, text, erasedBy } of rows) {
      const texts = textsOf.get(entryId) ?? [];
      const isErased = text === null && salt === null && erasedBy !== null;
      texts.push(isErased ? null : { salt: salt?.toString('base64url') ?? '', text: text ?? '' });
      textsOf.set(entryId, texts);
    }
    return entries.map((entry) => ({ ...entry, texts: textsOf.get(entry.id) ?? [] }));
  }
}
