import { Avatar } from 'antd';
import styles from './person-name.module.css';

/** The first letters of the first two words. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

interface PersonNameProps {
  name: string;
  /** A second line. */
  note?: string | null;
  /** The initials alone, where there is little room. */
  isShort?: boolean;
}

/** A person with their initials. */
export function PersonName({ name, note = null, isShort = false }: PersonNameProps) {
  return (
    <span className={styles.person}>
      <Avatar
        size={24}
        className={styles.initials}
        {...(isShort ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      >
        {initialsOf(name)}
      </Avatar>
      {!isShort && (
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {note && <span className={styles.note}>{note}</span>}
        </span>
      )}
    </span>
  );
}
