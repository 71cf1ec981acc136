import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  placeholder: string;
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

const pauseMs = 250;

/** Searches when typing pauses, to avoid a call per letter. */
export function SearchBox({ placeholder, label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Changed from outside (a removed chip, browser back), not by typing here.
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => {
      setSent(text);
      onSearch(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);
  return (
    <Input
      allowClear
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      placeholder={placeholder}
      aria-label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      className={styles.box}
    />
  );
}
