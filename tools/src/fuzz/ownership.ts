const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The ids in a text, once each. */
export const idsIn = (text: string): string[] => [...new Set(text.match(idPattern))];

/**
 * Which tenant was shown an id first. Ids are random: a tenant that sees another's id without having sent it was shown
 * what it does not own.
 */
export class Ownership {
  private readonly ownerOfId = new Map<string, string>();
  private readonly ownerOfText = new Map<string, string>();

  /** Addresses and names that no other tenant may see. */
  claim(tenant: string, texts: string[]): void {
    for (const text of texts) this.ownerOfText.set(text, tenant);
  }

  /** Notes the ids of an answer. @returns the first value that is another tenant's and was not in the call */
  foreignIn(tenant: string, answer: string, call: string): string | undefined {
    const unsent = idsIn(answer).filter((id) => !call.includes(id));
    for (const id of unsent) if (!this.ownerOfId.has(id)) this.ownerOfId.set(id, tenant);
    const isForeign = ([text, owner]: [string, string]) =>
      owner !== tenant && answer.includes(text) && !call.includes(text);
    return unsent.find((id) => this.ownerOfId.get(id) !== tenant) ?? [...this.ownerOfText].find(isForeign)?.[0];
  }
}
