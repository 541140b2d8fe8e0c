// The first step of the start: what every page needs besides its own code.
import 'react';
import 'react-dom/client';
import '@tanstack/react-query';
import '@tanstack/react-router';
