import type { Command } from 'commander';
import { UsageError } from '../exit';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

interface Completion {
  /** The commands before it: ``, `folders`, … */
  after: string;
  words: { name: string; description: string }[];
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for your shell.')
    .argument('<shell>', shells.join(', '))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(tradepost completion bash)\n  tradepost completion zsh > "${fpath[1]}/_tradepost"\n  tradepost completion fish > ~/.config/fish/completions/tradepost.fish',
    )
    .action((shell: string) => {
      if (!isShell(shell)) throw new UsageError(`${shell} is not one of ${shells.join(', ')}`);
      process.stdout.write(scripts[shell](completionsOf(program)));
    });
}

const isShell = (text: string): text is Shell => (shells as readonly string[]).includes(text);

/** The possible next words, by the commands before them. */
function completionsOf(command: Command, path: string[] = [], inherited: Completion['words'] = []): Completion[] {
  const options = [
    ...inherited,
    ...command.options.flatMap(({ long, description }) => (long ? [{ name: long, description }] : [])),
  ];
  const own = {
    after: path.join(' '),
    words: [
      ...command.commands.map((one) => ({ name: one.name(), description: one.summary() || one.description() })),
      ...options,
      { name: '--help', description: 'show help' },
    ],
  };
  const global = path.length === 0 ? options.filter(({ name }) => name !== '--version') : inherited;
  return [own, ...command.commands.flatMap((one) => completionsOf(one, [...path, one.name()], global))];
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const firstSentence = (text: string) => text.split(/[.:;]/)[0] ?? '';

const cases = (words: Completion[], line: (word: Completion) => string) =>
  words.map((word) => `    ${quoted(word.after)}) ${line(word)} ;;`).join('\n');

const scripts: Record<Shell, (words: Completion[]) => string> = {
  bash: (words) => `_tradepost() {
  local current="\${COMP_WORDS[COMP_CWORD]}" said="" word known=" ${words
    .map(({ after }) => after.replaceAll(' ', '/'))
    .filter(Boolean)
    .join(' ')} "
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    local next="\${said:+$said/}$word"
    [[ "$known" == *" $next "* ]] && said="$next"
  done
  case "\${said//\\// }" in
${cases(words, ({ words: next }) => `COMPREPLY=($(compgen -W ${quoted(next.map(({ name }) => name).join(' '))} -- "$current"))`)}
  esac
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _tradepost tradepost
`,
  zsh: (words) => `#compdef tradepost
_tradepost() {
  local said="" word known=" ${words
    .map(({ after }) => after.replaceAll(' ', '/'))
    .filter(Boolean)
    .join(' ')} "
  for word in "\${(@)words[2,CURRENT-1]}"; do
    local next="\${said:+$said/}$word"
    [[ "$known" == *" $next "* ]] && said="$next"
  done
  local -a choices
  case "\${said//\\// }" in
${cases(words, ({ words: next }) => `choices=(${next.map(({ name, description }) => quoted(`${name}:${firstSentence(description)}`)).join(' ')})`)}
  esac
  _describe tradepost choices || _files
}
if [ "$funcstack[1]" = _tradepost ]; then _tradepost "$@"; else compdef _tradepost tradepost; fi
`,
  fish: (words) =>
    words
      .flatMap(({ after, words: next }) => {
        const when =
          after === ''
            ? '__fish_use_subcommand'
            : after
                .split(' ')
                .map((word) => `__fish_seen_subcommand_from ${word}`)
                .join('; and ');
        return next.map(
          ({ name, description }) =>
            `complete -c tradepost -n ${quoted(when)} ${name.startsWith('--') ? `-l ${name.slice(2)}` : `-f -a ${name}`} -d ${quoted(firstSentence(description))}`,
        );
      })
      .join('\n') + '\n',
};
