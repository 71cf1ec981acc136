const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

interface Found {
  message: string;
  values: Readonly<Record<string, string>>;
}

/** Finds the message that an English text was made of, and its values. @param messages with `{name}`; earlier ones win */
export function sentenceFinder(messages: readonly string[]): (text: string) => Found | undefined {
  const matchers = messages.map((message) => {
    const pattern = escaped(message)
      .replace('{count, plural, one {# file} other {# files}}', '(?<count>\\d+) files?')
      .replace('{who}', '(?<who>.+?)')
      .replace(/\{(\w+)\}/g, '(?<$1>.+)');
    return { message, pattern: new RegExp(`^${pattern}$`, 's') };
  });
  return (text) => {
    for (const { message, pattern } of matchers) {
      const match = pattern.exec(text);
      if (match) return { message, values: match.groups ?? {} };
    }
    return undefined;
  };
}
