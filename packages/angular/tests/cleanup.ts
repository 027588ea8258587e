import "@angular/compiler";
import { TestBed } from "@angular/core/testing";
import { afterEach } from "vitest";

afterEach(() => TestBed.resetTestingModule());
