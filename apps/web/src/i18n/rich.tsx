import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { Values } from './message';
import { filled, translated } from './t';

const tag = /<(\d+)(?:\/>|>(.*?)<\/\1>)/s;

interface RichProps {
  /** An ICU message with elements: `Read the <0>terms</0>`. */
  text: string;
  values?: Values;
  /** The elements by number. One without a text in the message keeps its own children. */
  parts: ReactElement<{ children?: ReactNode }>[];
}

/** A text with elements in it, in the language of the page. Values are filled in last, so they cannot hold elements. */
export function Rich({ text, values = {}, parts }: RichProps) {
  return write(translated(text), values, parts);
}

function write(message: string, values: Values, parts: RichProps['parts']): ReactNode {
  const pieces = message.split(new RegExp(tag, 'gs'));
  const nodes: ReactNode[] = [];
  for (let i = 0; i < pieces.length; i += 3) {
    nodes.push(filled(pieces[i]!, values));
    const part = parts[Number(pieces[i + 1])];
    if (!part) continue;
    const inner = pieces[i + 2];
    nodes.push(
      <Fragment key={i}>{inner === undefined ? part : cloneElement(part, {}, write(inner, values, parts))}</Fragment>,
    );
  }
  return nodes;
}
