import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useState } from 'react';

interface SearchBoxProps {
  placeholder: string;
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

const pauseMs = 250;

/** Searches once the typing pauses, so that not each letter is a call. */
export function SearchBox({ placeholder, label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Changed from elsewhere (a chip removed, the way back), not by what was typed here a moment ago.
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
      style={{ flex: '1 1 200px' }}
    />
  );
}
