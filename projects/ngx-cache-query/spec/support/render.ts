import type { Type } from '@angular/core';
import { type ComponentFixture, TestBed } from '@angular/core/testing';

/** Creates a component in the page of the spec. With or without zone.js, it renders itself after a change. */
export function render<C>(
  component: Type<C>,
  inputs: Readonly<Record<string, unknown>> = {},
): ComponentFixture<C> {
  const fixture = TestBed.createComponent(component);
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  fixture.autoDetectChanges();
  return fixture;
}

/** Returns the text of a component when it is stable. */
export async function textOf(fixture: ComponentFixture<unknown>): Promise<string> {
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent.trim();
}
