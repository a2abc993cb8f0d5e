import { Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

interface BaseProps extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {}

const Base = forwardRef<HTMLAnchorElement, BaseProps>((props, ref) => (
  <Button ref={ref} component="a" {...props} />
));
Base.displayName = 'LinkButtonBase';

const Created = createLink(Base);

/** A router link that looks like a button. */
export const LinkButton: LinkComponent<typeof Base> = (props) => <Created preload="intent" {...props} />;
