<?php

declare(strict_types=1);

// The packed plug-in has the SDK in its own folder; in the repository it is beside the plug-in.
spl_autoload_register(static function (string $class): void {
    $packed = __DIR__ . '/sdk';
    $folders = [
        'PixGateway\\WooCommerce\\' => __DIR__ . '/src',
        'PixGateway\\' => is_dir($packed) ? $packed : dirname(__DIR__, 2) . '/sdk/php/src',
    ];
    foreach ($folders as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            if (is_file($file)) {
                require $file;
            }

            return;
        }
    }
});
