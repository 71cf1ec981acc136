import { Card, Flex, type CardProps } from 'antd';
import { useId, type ReactNode } from 'react';
import styles from './section-card.module.css';

interface SectionCardProps extends Omit<CardProps, 'title' | 'className'> {
  title: string;
  /** A state next to the title. */
  state?: ReactNode;
  /** Of the section around the card. */
  className?: string | undefined;
}

/** A part of a page: a card with a heading, which screen readers find as a region. On phones, a button goes below a long title. */
export function SectionCard({ title, state, className, ...card }: SectionCardProps) {
  // not a word: the browser scrolls to an element that has the address's hash as its id
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Card
        {...card}
        className="wrapping-head"
        title={
          <Flex gap={8} align="center" wrap>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            {state}
          </Flex>
        }
      />
    </section>
  );
}
