import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './person-link.module.css';

interface PersonLinkProps {
  readonly id: string;
  /** The name alone, unless the whole entry is the link. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string;
}

/** A link to somebody's page: it opens in a new tab and can be copied like any other. */
export function PersonLink({ id, children, className, title }: PersonLinkProps) {
  // In a whole entry only the name decides its direction, which the entry marks: else it would turn round with the name.
  const isName = typeof children === 'string';
  return (
    <Link
      to="/profile/$id"
      params={{ id }}
      className={className ?? classes.name}
      title={title}
      dir={isName ? 'auto' : undefined}
    >
      {children}
    </Link>
  );
}
