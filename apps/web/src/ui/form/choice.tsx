import { DownOutlined } from '@ant-design/icons';
import { t } from '../../i18n/t';
import styles from './choice.module.css';

interface ChoiceProps<T extends string | number> {
  'aria-label': string;
  /** Shows the label before the value, where the value alone does not say what it is about. */
  isLabelShown?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  className?: string | undefined;
}

/** A select of a few options, such as a filter of a list: the browser's own, which needs no code, and is a picker on phones. */
export function Choice<T extends string | number>({
  options,
  onChange,
  className,
  isLabelShown = false,
  ...props
}: ChoiceProps<T>) {
  const label = props['aria-label'];
  return (
    <span className={className ? `${styles.choice} ${className}` : styles.choice}>
      <select
        {...props}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {isLabelShown && option.value === props.value
              ? t('{label}: {value}', { label, value: option.label })
              : option.label}
          </option>
        ))}
      </select>
      <DownOutlined aria-hidden className={styles.icon} />
    </span>
  );
}
