import { Tag } from 'antd';

/** What a state means to the reader, in one colour; its words always stand beside the colour. */
export type Tone = 'yellow' | 'blue' | 'green' | 'red' | 'grey';

export function StatusTag({ tone, text }: { tone: Tone; text: string }) {
  return (
    <Tag className={`tone-${tone}`} style={{ marginInlineEnd: 0 }}>
      {text}
    </Tag>
  );
}
