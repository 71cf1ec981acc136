import { DownOutlined } from '@ant-design/icons';
import styles from './choice.module.css';

interface ChoiceProps<T extends string | number> {
  'aria-label': string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  className?: string | undefined;
}

/** A select of a few options, such as a filter of a list: the browser's own, which needs no code, and is a picker on phones. */
export function Choice<T extends string | number>({ options, onChange, className, ...props }: ChoiceProps<T>) {
  return (
    <span className={className ? `${styles.choice} ${className}` : styles.choice}>
      <select
        {...props}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <DownOutlined aria-hidden className={styles.icon} />
    </span>
  );
}
