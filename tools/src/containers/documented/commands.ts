import { freePort } from '@tradepost/testing/servers/ports';
import { project, type ComposeInstallation } from '../installation';
import { executed, executedSnippets, type Executed } from './table';

/** The commands of the documents, for this installation. */
export class DocumentedCommands {
  private readonly snippets = executedSnippets();
  private readonly used = new Set<Executed>();

  private constructor(
    private readonly installation: ComposeInstallation,
    readonly tlsPort: number,
  ) {}

  static prepare = async (installation: ComposeInstallation) => new DocumentedCommands(installation, await freePort());

  /**
   * The text of the document, with the names of this installation in place of those of an operator.
   * @param values for places that the operator fills in
   */
  text(name: Executed, values: Record<string, string> = {}): string {
    this.used.add(name);
    const replaced = {
      'https://tradepost.example.com': this.installation.origin,
      'smtp://user:password@mail.example.com:587': 'smtp://inbox:1025',
      '443:8443': `127.0.0.1:${this.tlsPort}:8443`,
      tradepost_: `${project}_`,
      ...values,
    };
    return Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), this.snippets[name]);
  }

  /** @returns what the commands printed on stdout */
  run = (name: Executed, values?: Record<string, string>): Promise<string> =>
    this.installation.shell(this.text(name, values));

  get neverRun(): string[] {
    return Object.keys(executed).filter((name) => !this.used.has(name as Executed));
  }
}
